import HarborContracts

/// The container yard, for everybody who asks by URL.
@KhalaModule final class Cargo {
  /// Gives a container to the truck that came for it.
  ///
  /// Whether it may is not decided here: customs has an interceptor before this route, and
  /// the yard knows nothing of its rules.
  func release(container: String) -> String { "\(container) leaves the yard" }

  /// Stops the cranes, or lets them go on.
  func cranes(stopped: Bool) {
    Cranes.stopped.set(stopped)
    DayLog.say(stopped ? "the cranes stand still" : "the cranes work again")
  }

  /// Answers a notification that reaches every module which has such a function.
  func secure() -> String { "the crane arms are tied down" }
}

enum Cranes {
  /// Nobody outside needs it, so its key is not in the contract.
  static var stopped: SharedRelay<Bool> {
    SharedRelay.of(RelayKey("cargo.cranesStopped"), default: false)
  }
}

// The yard's own route is called as anybody else would call it: what happens to the cranes
// is then in the list of wires, and can be done by hand as well.
#bridge(on: .stormDidBegin, call: "kl://Cargo/cranes?stopped=true")
#bridge(on: .stormDidPass, call: "kl://Cargo/cranes?stopped=false")
