import ModuleGraph
import Testing

@Suite struct ModuleGraphTests {}
