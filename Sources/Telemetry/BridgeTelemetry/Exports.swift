// An app that exports its telemetry needs both modules.
@_exported public import Bridge
@_exported public import ToolkitTelemetry
