import RheaTime

struct User: Sendable {
  var name = ""
}

func takeNumber(_ number: Int) {}
func use(_ context: RheaContext) {}

extension TypedRheaEvent<User> {
  static var didLogin: Self { Self("didLogin") }
}

// expected-error: cannot convert value of type '@Sendable (Int) -> ()' to expected argument type '@MainActor @Sendable (User) throws -> Void'
#rhea(time: .didLogin) { (number: Int) in takeNumber(number) }
// expected-error: value of type 'User' has no member 'param'
#rhea(time: .didLogin) { context in use(context.param) }
// expected-error: cannot convert value of type 'User' to expected argument type 'Int'
#rhea(time: .didLogin) { number in takeNumber(number) }
// expected-error: cannot convert value
#rhea(time: .didLogin, func: takeNumber)
// expected-error: cannot convert value of type
#rhea(time: .didLogin) {}
// expected-error: 'nil' is not compatible with expected argument type
#rhea(time: .didLogin, func: nil)

func trigger() {
  // expected-error: cannot convert value of type 'String' to expected argument type 'User'
  Rhea.trigger(event: .didLogin, param: "name")
  // expected-error: is unavailable: pass the value that its callbacks take: 'param:'
  Rhea.trigger(event: .didLogin)
  Rhea.trigger(event: .didLogin, param: User())
}
