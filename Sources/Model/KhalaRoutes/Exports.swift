// All products use the same form for errors and problems, with source locations.
@_exported public import struct RecordFormat.CodeLocation
@_exported public import struct RecordFormat.DeclaredItem
@_exported public import protocol RecordFormat.ModularityError
@_exported public import struct RecordFormat.ModuleProblem
