import ProcessLifecycle
import SectionRegistry
import Synchronization
import ToolkitTrace

extension BridgeCenter {
  /// The wires of the process.
  static let process = BridgeCenter(errorHandler: Bridge.writeToStandardError)

  /// The wires of the code that asks: those of a test around it, or else the process's.
  @usableFromInline static var current: BridgeCenter {
    FreshStates.state(of: BridgeCenter.self) ?? process
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

// How Bridge learns of the launch without a call from the app: records, like those of any
// other module. Of a higher priority than RheaTime's, so that wires are there when its
// callbacks run.

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
    StandardError.report(error, source: "Bridge")
  }
}
