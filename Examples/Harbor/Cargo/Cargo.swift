import HarborContracts

/// The container yard, for all callers by URL.
@KhalaModule final class Cargo {
  /// Gives a container to the truck that came for it.
  ///
  /// Whether it may is not decided here: customs has an interceptor before this route, and
  /// the yard knows nothing of its rules.
  func release(container: String) -> String { "\(container) leaves the yard" }

  /// Stops the cranes, or lets them go on.
  func cranes(stopped: Bool) {
    Cranes.areStopped = stopped
    DayLog.say(stopped ? "the cranes stand still" : "the cranes work again")
  }

  /// Answers a notification that reaches every module which has such a function.
  func secure() -> String { "the crane arms are tied down" }
}

/// The cranes at the quay, of which all tasks of this module know.
enum Cranes {
  /// A Boolean value that indicates whether they stand still; used from any thread.
  ///
  /// No other module needs it, so it has no key. Inside this module, `areStoppedRelay` has
  /// its observers.
  @Shared static var areStopped: Bool = false
}

// The yard's own route is called as another module would call it: what happens to the cranes
// is then in the list of wires, and can be done by hand as well.
#bridge(on: .stormDidBegin, call: "kl://Cargo/cranes?stopped=true")
#bridge(on: .stormDidPass, call: "kl://Cargo/cranes?stopped=false")
