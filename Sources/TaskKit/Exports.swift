// The types for schedules, time zones and times of day are part of this module's interface.
@_exported public import Schedules

// A task reads the options with which the process was started.
@_exported public import struct ProcessLifecycle.LaunchOptions
// Errors and problems have one form in all products, with source locations.
@_exported public import struct RecordFormat.CodeLocation
@_exported public import struct RecordFormat.DeclaredItem
@_exported public import protocol RecordFormat.ModularityError
@_exported public import struct RecordFormat.ModuleProblem
