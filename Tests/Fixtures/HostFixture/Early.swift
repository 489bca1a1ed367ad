import Bridge
import Synchronization

/// What happens before `main`, and leads on by a declared wire.
enum Early {
  /// What has come by the wire.
  static let carried = Mutex<[String]>([])

  #bridge(on: .early, to: .event(.earlyCarried))

  #rhea(time: .earlyCarried, repeatable: true) { context in
    let text = "\(context.param ?? "nothing")"
    carried.withLock { $0.append(text) }
  }

  // Before everything else that comes then.
  #rhea(time: .premain, priority: .veryHigh) { Rhea.trigger(event: .early, param: "before main") }
}

extension RheaEvent {
  fileprivate static let early: RheaEvent = "hostFixture.early"
  fileprivate static let earlyCarried: RheaEvent = "hostFixture.earlyCarried"
}
