import CGround
import ProcessLifecycle
import ToolkitTrace

/// The actor that a closure is isolated to, if any.
@usableFromInline
struct ObserverIsolation: Sendable {
  private enum Kind {
    case none
    case main
    case actor
  }

  private let kind: Kind
  /// A weak reference to the actor, which usually owns the observer; `nil` for the main actor.
  private weak let actor: (any Actor)?

  init(_ isolation: (any Actor)?) {
    let isMain = isolation === MainActor.shared
    kind = isolation == nil ? .none : isMain ? .main : .actor
    actor = isMain ? nil : isolation
  }

  /// A Boolean value that indicates whether it is the main actor.
  var isMain: Bool { kind == .main }

  /// A Boolean value that indicates whether the calling code runs on the main actor.
  @usableFromInline static var isOnMain: Bool { ProcessLifecycle.isOnMain }

  /// A Boolean value that indicates whether the actor has been released, so that nothing can run on
  /// it.
  var isGone: Bool { kind == .actor && actor == nil }

  /// A Boolean value that indicates whether the calling code runs with this isolation.
  var isCurrent: Bool {
    switch kind {
    case .none: return true
    case .main: return Self.isOnMain
    case .actor:
      guard let actor else { return false }
      // An executor reference has two words, on every platform.
      let executor = unsafe unsafeBitCast(actor.unownedExecutor, to: (UInt, UInt).self)
      return pharos_is_current_executor(executor.0, executor.1)
    }
  }

  /// Runs a closure later on the actor, or immediately if there is no actor.
  ///
  /// Does nothing if the actor has been released.
  func enqueue(_ body: @escaping @Sendable () -> Void) {
    switch kind {
    case .none: body()
    case .main:
      guard let activity = FreshActivity.current else {
        return MainQueue.enqueue(Inheritance.carrying(body))
      }
      activity.begin()
      MainQueue.enqueue(
        Inheritance.carrying {
          body()
          activity.end()
        })
    case .actor:
      guard let actor else { return }
      let activity = FreshActivity.current
      activity?.begin()
      Task {
        await Self.run(body, on: actor)
        activity?.end()
      }
    }
  }

  private static func run(_ body: @Sendable () -> Void, on actor: isolated any Actor) async {
    body()
  }
}
