// Code that says when a task runs needs the types for it: schedules, time zones and
// times of day are part of this module's interface.
@_exported public import Schedules

// A task has a source location, and reads the options with which the process was started.
@_exported public import struct ProcessLifecycle.LaunchOptions
@_exported public import struct RecordFormat.CodeLocation
