import Khala

@KhalaModule final class Routed {
  // expected-error: 'post' has no parameter 'slug' for this part of the path; it takes 'name'
  @Route("posts/{id}/{slug}") func post(id: Int, name: String) {}
  // expected-error: the route pattern 'a/{id}/{id}' is wrong at offset 8: 'id' is captured twice
  @Route("a/{id}/{id}") func twice(id: Int) {}
  // expected-error: the route pattern 'a/{id' is wrong at offset 2: this brace is not closed
  @Route("a/{id") func open(id: Int) {}
  // expected-error: the route pattern '' is wrong at offset 0: it is empty
  @Route("") func empty() {}
  // expected-error: the route pattern 'a/"b"/{' is wrong at offset 6: this brace is not closed
  @Route("a/\"b\"/{") func escaped() {}
  // expected-error: no converter is named 'Imt'. Did you mean 'Int'?
  @Route("a/{id:Imt}") func converter(id: Int) {}
  // expected-error: '"k l"' is wrong here: a scheme starts with a letter
  @Route("a", schemes: "kl", "k l") func scheme() {}
  // expected-error: write the schemes of a route in its path or in 'schemes', not in both
  @Route("kl://a", schemes: "kl") func schemes() {}
  // expected-error: 'flag' of 'flagged' is 'Bool', which cannot be created from a string of kind 'Int'
  @Route("a/{flag:Int}") func flagged(flag: Bool) {}
  // expected-error: a rest is several components, and 'rest' of 'rest' is 'Int'
  @Route("a/{*rest}") func rest(rest: Int) {}
  // expected-error: 'pattern' must be a string literal
  @Route(Routed.path) func variable(id: Int) {}
  // expected-error: 'access' must be '.internal' or '.external'
  @Route("a", access: Routed.access) func access() {}
  // expected-error: 'access' must be '.internal' or '.external'
  @KhalaExported(access: Routed.access) func open() {}
  static let path = ""
  static let access = KhalaAccess.external
}

// expected-error: type 'KhalaAccess' has no member 'everybody'
@KhalaModule(access: .everybody) final class Everybody {}

final class Plain {
  // expected-error: '@KhalaExported' has no effect in a type without '@KhalaModule'
  @KhalaExported(access: .external) func work() {}
}
