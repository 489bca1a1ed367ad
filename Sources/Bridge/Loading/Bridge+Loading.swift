import Foundation
import RheaTime
public import SectionRegistry
import Synchronization
import TaskKit

extension Bridge {
  /// Opens a module while the app runs, and adds its declarations.
  ///
  /// The module is a shared library of Swift. Its file is checked first, and rejected without
  /// effects if it could not work: see ``LoadingError/Code``. After it is opened, its records join
  /// the records of the app:
  ///
  /// * its callbacks for moments that have passed run immediately,
  /// * its routes can be called, and its observers get the current values of their relays,
  /// * its tasks are planned and its schedules start, and
  /// * its wires are in the next list of wires.
  ///
  /// A module stays loaded until the process ends, because Swift code cannot be unloaded safely.
  /// Loading it again has no effect and returns the same module.
  ///
  /// ```swift
  /// let module = try Bridge.load(moduleAt: "plugins/libCheckout.so")
  /// print("\(module.records.count) records came with \(module.path)")
  /// ```
  ///
  /// The app and the module must share one toolkit, see <doc:Loading-Modules-Later>.
  ///
  /// - Concurrency: May be called from any thread. Code that the module runs when it is opened, and
  ///   its callbacks for moments that have passed, run on the calling thread without a lock. If two
  ///   threads load modules with the same key simultaneously, neither may be rejected.
  ///   ``LoadedModule/problems`` then reports them.
  /// - Parameter path: The path of the library's file.
  /// - Returns: The module, with its records.
  /// - Throws: A ``LoadingError``.
  @discardableResult
  public static func load(moduleAt path: String) throws -> LoadedModule {
    let path = ModuleFile.absolute(path)
    if let module = LoadedModules.process[path] { return module }
    if DynamicLoader.hasOpened(path) { return takeInOpened(path) }
    do {
      try ModuleCheck(try ModuleFile(path), in: .current()).run()
    } catch {
      // Another thread may have opened the module since, so that its own declarations caused the
      // error.
      guard DynamicLoader.hasOpened(path) else { throw error }
      return takeInOpened(path)
    }

    let problemsBefore = Set(SectionRegistry.problems)
    let records: [Record]
    do {
      records = try SectionRegistry.loadLibrary(at: path)
    } catch let problem as ModuleProblem {
      throw LoadingError.rejectedByLoader(path, problem)
    }
    takeInRecords()
    // Another thread may have opened it since the check.
    if records.isEmpty { return LoadedModules.process.add(LoadedModule(openAt: path)) }
    return LoadedModules.process.add(
      LoadedModule(
        path: path, records: records,
        problems: SectionRegistry.problems.filter { !problemsBefore.contains($0) }))
  }

  /// The modules that were loaded with ``load(moduleAt:)``, in their order.
  public static var loadedModules: [LoadedModule] { LoadedModules.process.all }

  /// Adds a module that was opened by other means, or by another thread.
  private static func takeInOpened(_ path: String) -> LoadedModule {
    takeInRecords()
    return LoadedModules.process.add(LoadedModule(openAt: path))
  }

  /// Makes all four products read the new records.
  ///
  /// Each product reads new records when it is used. This call runs callbacks and starts schedules
  /// immediately.
  private static func takeInRecords() {
    // The registry notifies relays of new records, and schedules after the launch as well.
    SectionRegistry.refresh()
    _ = Rhea.callbacks(for: .load)
    _ = TaskManager.shared.list
    // Routes are looked up by calls, and need no work before.
  }
}

/// The modules that have been loaded.
final class LoadedModules: Sendable {
  /// The loaded modules of this process.
  static let process = LoadedModules()

  private let modules = Mutex<[LoadedModule]>([])

  var all: [LoadedModule] { modules.withLock(\.self) }

  subscript(path: String) -> LoadedModule? {
    modules.withLock { modules in modules.first { $0.path == path } }
  }

  /// Adds a module, unless another thread has already added it.
  ///
  /// - Returns: The stored module.
  func add(_ module: LoadedModule) -> LoadedModule {
    modules.withLock { modules in
      if let known = modules.first(where: { $0.path == module.path }) { return known }
      modules.append(module)
      return module
    }
  }
}

/// A module that was loaded while the app ran.
public struct LoadedModule: Sendable, Hashable {
  /// The absolute path of its file.
  public let path: String

  /// The records of the module and of the libraries that it needs, in order.
  ///
  /// Records that a filter excludes are omitted. The list may contain records of another module if
  /// another thread loaded that module at the same time.
  public let records: [Record]

  /// The problems of the process's records since the module was loaded.
  ///
  /// It is empty for a module that was already open before Bridge loaded it.
  /// `SectionRegistry.problems` then has all problems.
  public let problems: [ModuleProblem]
}

extension LoadedModule {
  /// Creates a module that is already open.
  init(openAt path: String) {
    self.path = path
    records = SectionRegistry.records.filter { ModuleFile.absolute($0.imagePath) == path }
    problems = []
  }
}

extension LoadedModule: CustomStringConvertible {
  /// The path and the number of records: `/app/libShop.so (3 records)`.
  public var description: String {
    "\(path) (\(records.count) \(records.count == 1 ? "record" : "records"))"
  }
}
