import Pharos

// The scenarios of this folder are those that suites of reactive frameworks agree on, in
// Pharos' words: a source that only changes to other values, derived values, effects and
// transactions. "Where Pharos differs", an article, says what is different.

/// Makes a source that only changes to values that are not equal.
func source<Value: Equatable>(_ value: Value) -> Observable<Value> {
  Observable(wrappedValue: value, comparing: ==)
}

extension Observable {
  /// The value, by a short name.
  var now: Wrapped {
    get { wrappedValue }
    set { wrappedValue = newValue }
  }
}

/// Counts how often functions run, by their names, and in which order.
final class Runs {
  private(set) var order: [String] = []

  func note(_ name: String) { order.append(name) }

  /// How often a function has run since the last ``reset()``.
  subscript(name: String) -> Int { order.count { $0 == name } }

  func reset() { order = [] }

  /// Makes a derived value whose computations are counted.
  func derived<Value: Equatable>(
    _ name: String, _ compute: @escaping () -> Value
  ) -> Derived<Value> {
    Derived {
      let value = compute()
      self.note(name)
      return value
    }
  }

  /// Makes an effect whose runs are counted.
  func effect(_ name: String, _ body: @escaping () -> Void) -> Effect {
    Effect {
      self.note(name)
      body()
    }
  }
}
