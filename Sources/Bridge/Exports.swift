// Clients of Bridge get all products, including graphs, traces and the process lifecycle.
@_exported public import Khala
@_exported public import ModuleGraph
@_exported public import Pharos
@_exported public import ProcessLifecycle
@_exported public import RheaTime
@_exported public import TaskKit
@_exported public import TaskStore
@_exported public import ToolkitTrace
