// Code that says when a task runs needs the types for it: schedules, time zones and
// times of day are part of this module's interface.
@_exported public import Schedules
