// A callback has a source location, and reads the options with which the process was started.
@_exported public import struct ProcessLifecycle.LaunchOptions
@_exported public import struct RecordFormat.CodeLocation
