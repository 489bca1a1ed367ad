// Who imports Bridge has all four.
@_exported public import Khala
@_exported public import ModuleGraph
@_exported public import Pharos
@_exported public import RheaTime
@_exported public import TaskKit
