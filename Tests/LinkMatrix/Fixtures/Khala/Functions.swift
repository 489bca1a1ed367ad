import Khala

@KhalaModule final class AModule {
  // expected-error: 'generic' is generic, so it cannot be called by URL; mark it with '@KhalaIgnored'
  func generic<Value>(_ value: Value) {}
  // expected-error: 'opaque' is generic
  func opaque(_ value: some Sequence<Int>) {}
  // expected-error: 'changes' changes a value of its caller ('inout')
  func changes(_ value: inout Int) {}
  // expected-error: 'many' takes any number of values (an array would do)
  func many(_ values: Int...) {}
  // expected-error: 'nameless' has a parameter without a name
  func nameless(_: Int) {}
  // expected-error: 'lazy' takes an expression ('@autoclosure')
  func lazy(_ value: @autoclosure () -> Int) {}
  // expected-error: 'elsewhere' runs on an actor of its caller's choice
  func elsewhere(_ other: isolated Other) {}
  // expected-error: 'twoInfos' takes all values of the call twice
  func twoInfos(_ info: [String: Any], _ other: KhalaInfo) {}
  // expected-error: 'twoNames' takes two values named 'a'
  func twoNames(a one: Int, a two: Int) {}
  func over(a: Int, b: Int) {}
  // expected-error: no call can tell 'over(b:a:)' from 'over(a:b:)'
  func over(b: Int, a: Int) {}
  // expected-error: no call can tell 'over(a:b:)' from 'over(a:b:)'
  func over(a: String, b: Int) {}
  @KhalaIgnored func over(a: Double, b: Int) {}
  func fine(value: Int) {}
}

actor Other {}

// Isolation, which only the compiler knows.

@globalActor actor Database { static let shared = Database() }

// A global actor whose name does not end in 'Actor' looks like any attribute.
// expected-error: call to global actor 'Database'-isolated instance method 'count()' in a
@KhalaModule final class Rows {
  @Database func count() -> Int { 1 }
  @Database func later() async -> Int { 1 }
}
