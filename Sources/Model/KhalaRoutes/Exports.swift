// Errors and problems have one form in all products, with source locations.
@_exported public import struct RecordFormat.CodeLocation
@_exported public import struct RecordFormat.DeclaredItem
@_exported public import protocol RecordFormat.ModularityError
@_exported public import struct RecordFormat.ModuleProblem
