@_exported public import BridgeTelemetry
