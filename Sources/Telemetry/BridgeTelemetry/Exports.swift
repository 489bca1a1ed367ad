// An app that exports its telemetry needs both.
@_exported public import Bridge
@_exported public import ToolkitTelemetry
