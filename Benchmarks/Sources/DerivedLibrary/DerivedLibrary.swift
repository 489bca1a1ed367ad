public import Pharos

/// Makes the sum of two observables.
public func makeSum(of one: Observable<Int>, _ other: Observable<Int>) -> Derived<Int> {
  Derived { one.wrappedValue &+ other.wrappedValue }
}
