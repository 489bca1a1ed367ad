// Errors and problems have the same form in all products, with source locations.
@_exported public import struct RecordFormat.CodeLocation
@_exported public import protocol RecordFormat.ModularityError
@_exported public import struct RecordFormat.ModuleProblem
