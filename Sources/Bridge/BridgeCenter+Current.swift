import Foundation
import ProcessLifecycle
import SectionRegistry
import Synchronization

extension BridgeCenter {
  /// The wires of the process.
  static let process = BridgeCenter(errorHandler: Bridge.writeToStandardError)

  /// The wires of the code that asks: those of a test around it, or else the process's.
  @usableFromInline static var current: BridgeCenter {
    isScoping.load(ordering: .relaxed) ? taskLocal ?? process : process
  }

  @TaskLocal private static var taskLocal: BridgeCenter?

  /// Whether there has ever been a body with wires of its own; its tasks may outlive it.
  private static let isScoping = Atomic(false)

  /// Makes this the current center of everything inside a body.
  nonisolated(nonsending) func withCurrent<Success, Failure: Error>(
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    Self.isScoping.store(true, ordering: .relaxed)
    return try await Self.$taskLocal.withValue(self) {
      do throws(Failure) {
        return Result<Success, Failure>.success(try await body())
      } catch {
        return .failure(error)
      }
    }.get()
  }

  /// Connects the wires of the process, and those of libraries when they come.
  static func beginInProcess() {
    guard !hasBegun.exchange(true, ordering: .relaxed) else { return }
    SectionRegistry.onChange { added in
      if added.contains(where: { $0.kind == .wire }) { process.connectDeclared() }
    }
    process.connectDeclared()
  }

  private static let hasBegun = Atomic(false)
}

// How Bridge learns of the launch though nobody calls it: records, like those of any
// other module.

#record("life", key: "premain", as: LifecycleDeclaration.self, priority: 100) {
  .beforeMain { BridgeCenter.beginInProcess() }
}

// In a program with the standard library linked in, next to nothing may be done before
// `main`.
#record("life", key: "willFinishLaunching", as: LifecycleDeclaration.self, priority: 100) {
  .listener { _ in BridgeCenter.beginInProcess() }
}

extension Bridge {
  static let writeToStandardError: ErrorHandler = { error in
    FileHandle.standardError.write(Data("Bridge: \(error)\n".utf8))
  }
}
