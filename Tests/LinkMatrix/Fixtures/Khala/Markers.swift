import Khala

// expected-error: '@KhalaIgnored' is for members of a class with '@KhalaModule'
@KhalaIgnored func function() {}
final class Plain {
  // expected-error: '@KhalaExported' has no effect in a type without '@KhalaModule'
  @KhalaExported func work() {}
  // expected-error: '@Route' has no effect in a type without '@KhalaModule'
  @Route("a") func route() {}
}
@KhalaModule final class AModule {
  // expected-error: '@KhalaIgnored' has no effect here: a private member cannot be called by URL
  @KhalaIgnored private func hidden() {}
  // expected-error: '@KhalaExported' has no effect here: a fileprivate member cannot be called
  @KhalaExported fileprivate func alsoHidden() {}
  // expected-error: '@Route' has no effect here: a 'static' member belongs to no instance
  @Route("a") static func make() {}
  // expected-error: '@KhalaExported' is for the methods and properties of a routing class
  @KhalaExported init() {}
  // expected-error: '@KhalaExported' has no effect beside '@KhalaIgnored'
  @KhalaIgnored @KhalaExported func both() {}
  // expected-error: '@Route' has no effect here: this cannot be called unless
  @Route("stored") let stored = 1
}
extension AModule {
  // expected-error: '@KhalaExported' has no effect in an extension
  @KhalaExported func more() {}
}
@KhalaModule(exports: .marked) final class Marked {
  // expected-error: '@KhalaIgnored' has no effect here: with 'exports: .marked'
  @KhalaIgnored func ignored() {}
  // expected-error: '@Route' has no effect here: this cannot be called unless
  @Route("a") func route() {}
}
