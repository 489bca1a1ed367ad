// Graphs are built from records, whose type is part of this module's interface.
@_exported public import Declarations
