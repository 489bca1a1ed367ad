import Synchronization

/// The modules that were loaded so far.
final class LoadedModules: Sendable {
  /// The loaded modules of this process.
  static let process = LoadedModules()

  private let modules = Mutex<[LoadedModule]>([])

  var all: [LoadedModule] { modules.withLock(\.self) }

  subscript(path: String) -> LoadedModule? {
    modules.withLock { modules in modules.first { $0.path == path } }
  }

  /// Adds a module, unless another thread has been faster.
  ///
  /// - Returns: The one that is there now.
  func add(_ module: LoadedModule) -> LoadedModule {
    modules.withLock { modules in
      if let known = modules.first(where: { $0.path == module.path }) { return known }
      modules.append(module)
      return module
    }
  }
}
