import Foundation
import RheaTime
public import SectionRegistry
import Synchronization
import TaskKit

extension Bridge {
  /// Opens a module while the app runs, and takes in what it declares.
  ///
  /// The module is a shared library of Swift. Its file is read first, and it is
  /// rejected, with nothing done, if it could not work: see ``LoadingError/Code``.
  /// Once it is open, its records join those of the app:
  ///
  /// * callbacks for moments that have passed and stay passed run at once,
  /// * its routes can be called, and its observers see what their relays have,
  /// * its tasks are planned and its schedules begin, and
  /// * its wires are in the next list of wires.
  ///
  /// A module stays until the process ends, because Swift code cannot be unloaded
  /// safely. Loading one a second time brings nothing new and gives the same answer.
  ///
  /// ```swift
  /// let module = try Bridge.load(moduleAt: "plugins/libCheckout.so")
  /// print("\(module.records.count) records came with \(module.path)")
  /// ```
  ///
  /// How the app and the module come to share one toolkit is in
  /// <doc:Loading-Modules-Later>.
  ///
  /// - Concurrency: May be called from any thread. The code that the module runs
  ///   when it is opened, and its callbacks for moments that have passed, run on
  ///   the calling thread; no lock is held meanwhile. Of two modules with the same
  ///   key that two threads load at the same time, neither may be rejected; then
  ///   ``LoadedModule/problems`` names them.
  /// - Parameter path: The path of the library's file.
  /// - Returns: The module, with the records that it brought.
  /// - Throws: A ``LoadingError``.
  @discardableResult
  public static func load(moduleAt path: String) throws -> LoadedModule {
    let path = ModuleFile.absolute(path)
    if let module = LoadedModules.process[path] { return module }
    if DynamicLoader.hasOpened(path) { return takeInOpened(path) }
    do {
      try ModuleCheck(try ModuleFile(path), in: .current()).run()
    } catch {
      // Another thread may have opened it since, and what it declares be there for that.
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
    // Another thread may have opened it between the look and the opening.
    if records.isEmpty { return LoadedModules.process.add(LoadedModule(openAt: path)) }
    return LoadedModules.process.add(
      LoadedModule(
        path: path, records: records,
        problems: SectionRegistry.problems.filter { !problemsBefore.contains($0) }))
  }

  /// The modules that were loaded with ``load(moduleAt:)``, in their order.
  public static var loadedModules: [LoadedModule] { LoadedModules.process.all }

  /// Takes in a module that was opened by other means, or by another thread.
  private static func takeInOpened(_ path: String) -> LoadedModule {
    takeInRecords()
    return LoadedModules.process.add(LoadedModule(openAt: path))
  }

  /// Makes all four products look at the records that have come.
  ///
  /// Each does so by itself when it is asked something. Asking here means that
  /// callbacks and schedules do not wait for that.
  private static func takeInRecords() {
    // Relays hear of new records from the registry, and schedules too once the
    // launch is over.
    SectionRegistry.refresh()
    _ = Rhea.callbacks(for: .load)
    _ = TaskManager.shared.list
    // Routes are looked up when one is called; nothing of theirs is due before.
  }
}

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

/// A module that came while the app ran.
public struct LoadedModule: Sendable, Hashable {
  /// The absolute path of its file.
  public let path: String

  /// The records that it and the libraries it needs brought, in order.
  ///
  /// Those that a filter leaves out are not among them. Those of another module that
  /// another thread loaded at the same time may be.
  public let records: [Record]

  /// The problems of the process's records since it was loaded.
  ///
  /// It is empty for a module that was already open before Bridge was asked for
  /// it: then `SectionRegistry.problems` has all there are.
  public let problems: [ModuleProblem]
}

extension LoadedModule {
  /// A module that is already open.
  init(openAt path: String) {
    self.path = path
    records = SectionRegistry.records.filter { ModuleFile.absolute($0.imagePath) == path }
    problems = []
  }
}

extension LoadedModule: CustomStringConvertible {
  /// The path, and how many records came: `/app/libShop.so (3 records)`.
  public var description: String {
    "\(path) (\(records.count) \(records.count == 1 ? "record" : "records"))"
  }
}
