import Khala

extension KhalaStore {
  // expected-error: 'silent' must be able to throw
  @KhalaCall("kl://A/f") static func silent(value: Int) -> Int
  // expected-error: '@KhalaCall' writes the body of 'written'; remove this one
  @KhalaCall("kl://A/f") static func written() throws -> Int { 1 }
  // expected-error: 'generic' is generic
  @KhalaCall("kl://A/f") static func generic<Value>() throws -> Value
  // expected-error: 'changes' changes a value of its caller ('inout'), which a route cannot
  @KhalaCall("kl://A/f") static func changes(value: inout Int) throws
  // expected-error: 'infos' takes all values of the call twice, which a route cannot
  @KhalaCall("kl://A/f") static func infos(_ info: KhalaInfo, other: KhalaInfo) throws
  // expected-error: remove '?value=1'
  @KhalaCall("kl://A/f?value=1") static func query() throws -> Int
  // expected-error: 'kl://A' is not a URL of a route
  @KhalaCall("kl://A") static func short() throws -> Int
  // expected-error: a call may fail; write 'throws' without a type
  @KhalaCall("kl://A/f") static func typed() throws(Never) -> Int
  // expected-error: 'url' must be one string literal
  @KhalaCall("kl://" + "A/f") static func joined() throws -> Int
}

func function() {
  // expected-error: a record cannot be declared inside a function
  @KhalaCall("kl://A/f") func inner() throws -> Int
}
