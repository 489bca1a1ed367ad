import Khala

// expected-error: '@KhalaIgnored' is for members of a class with '@KhalaModule'
@KhalaIgnored func function() {}
final class Plain {
  // expected-error: '@KhalaExported' does nothing in a type without '@KhalaModule'
  @KhalaExported func work() {}
  // expected-error: '@Route' does nothing in a type without '@KhalaModule'
  @Route("a") func route() {}
}
@KhalaModule final class AModule {
  // expected-error: '@KhalaIgnored' does nothing here: what is private cannot be called by URL
  @KhalaIgnored private func hidden() {}
  // expected-error: '@KhalaExported' does nothing here: what is fileprivate cannot be called
  @KhalaExported fileprivate func alsoHidden() {}
  // expected-error: '@Route' does nothing here: a 'static' member belongs to no instance
  @Route("a") static func make() {}
  // expected-error: '@KhalaExported' is for the methods and properties of a routing class
  @KhalaExported init() {}
  // expected-error: '@KhalaExported' does nothing beside '@KhalaIgnored'
  @KhalaIgnored @KhalaExported func both() {}
  // expected-error: '@Route' does nothing here: this cannot be called unless
  @Route("stored") let stored = 1
}
extension AModule {
  // expected-error: '@KhalaExported' does nothing in an extension
  @KhalaExported func more() {}
}
@KhalaModule(exports: .marked) final class Marked {
  // expected-error: '@KhalaIgnored' does nothing here: with 'exports: .marked'
  @KhalaIgnored func ignored() {}
  // expected-error: '@Route' does nothing here: this cannot be called unless
  @Route("a") func route() {}
}
