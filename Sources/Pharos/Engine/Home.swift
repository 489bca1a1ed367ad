import Dispatch
import ProcessLifecycle

/// Where a closure is to run.
enum Home: Sendable {
  /// Wherever the change is delivered.
  case anywhere
  case main
  case actor(any Actor)

  /// The home of code that is isolated to an actor, or to none.
  init(_ isolation: (any Actor)?) {
    self =
      switch isolation {
      case nil: .anywhere
      case let actor? where actor === MainActor.shared: .main
      case let actor?: .actor(actor)
      }
  }

  /// Makes a closure that may be called from anywhere, of one that runs at home:
  /// at once if that is where the change is delivered, and later if not.
  func bring<Value>(_ body: @escaping (Changes<Value>) -> Void) -> (Changes<Value>) -> Void {
    switch self {
    case .anywhere: return body
    case .main:
      return { change in
        guard !ProcessLifecycle.isOnMain else { return body(change) }
        let parcel = Parcel(body: body, change: change)
        DispatchQueue.main.async { parcel.open() }
      }
    case .actor(let actor):
      let line = ActorLine()
      return { change in
        let parcel = Parcel(body: body, change: change)
        line.send(to: actor) { parcel.open() }
      }
    }
  }
}

/// A closure on its way to where it may run, with what it is told.
struct Parcel<Value>: @unchecked Sendable {
  // Why this is Sendable: it is opened once, where the closure is at home. What it
  // carries is a Sendable value of a shared relay, or that of a confined one,
  // which belongs to the same code as the closure.

  let body: (Changes<Value>) -> Void
  let change: Changes<Value>

  func open() { body(change) }
}
