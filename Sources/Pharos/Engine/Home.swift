import CPharosThread
import Dispatch
import ProcessLifecycle
import Synchronization
import ToolkitTrace

/// Where a closure is to run.
enum Home: Sendable {
  /// Wherever the change is delivered.
  case anywhere
  case main
  case actor(Resident)

  /// An actor that is not kept: what it has to do with a relay most often belongs to
  /// it, and would never be released.
  final class Resident: Sendable {
    weak let actor: (any Actor)?

    init(_ actor: any Actor) {
      self.actor = actor
    }
  }

  /// The home of code that is isolated to an actor, or to none.
  init(_ isolation: (any Actor)?) {
    self =
      switch isolation {
      case nil: .anywhere
      case let actor? where actor === MainActor.shared: .main
      case let actor?: .actor(Resident(actor))
      }
  }

  /// Whether the actor is gone, so that nothing can run there any more.
  var isGone: Bool {
    if case .actor(let resident) = self { resident.actor == nil } else { false }
  }

  /// Whether the calling code is at home.
  var isCurrent: Bool {
    switch self {
    case .anywhere: return true
    case .main: return ProcessLifecycle.isOnMain
    case .actor(let resident):
      guard let actor = resident.actor else { return false }
      // An executor reference has two words, on every platform.
      let executor = unsafe unsafeBitCast(actor.unownedExecutor, to: (UInt, UInt).self)
      return pharos_is_current_executor(executor.0, executor.1)
    }
  }

  /// Has a closure run at home, some time later; not at all if that is gone.
  func enqueue(_ body: @escaping @Sendable () -> Void) {
    switch self {
    case .anywhere: body()
    case .main: DispatchQueue.main.async(execute: Inheritance.carrying(body))
    case .actor(let resident):
      guard let actor = resident.actor else { return }
      Task { await Self.run(body, on: actor) }
    }
  }

  private static func run(_ body: @Sendable () -> Void, on actor: isolated any Actor) async {
    body()
  }
}

/// A closure on its way to where it may run, with what it is told.
@usableFromInline
struct Parcel<Value>: @unchecked Sendable {
  // Why this is Sendable: it is opened once, where the closure is at home. What it
  // carries is a Sendable value of a shared relay, or that of a confined one,
  // which belongs to the same code as the closure.

  let body: (Changes<Value>) -> Void
  let change: Changes<Value>
  /// Whether the closure has ended; nothing for one that does not end.
  let end: ObserverEnd?

  @usableFromInline
  init(
    body: @escaping (Changes<Value>) -> Void, change: Changes<Value>, end: ObserverEnd? = nil
  ) {
    self.body = body
    self.change = change
    self.end = end
  }

  /// Calls the closure, unless it has ended on the way.
  @usableFromInline
  func open() {
    if let end, end.hasCome.load(ordering: .relaxed) { return }
    body(change)
  }
}
