import Routes

#rhea(time: .registerRoute, priority: .normal) { print("lower, and once") }
#rhea(time: .registerRoute, priority: .veryHigh, repeatable: true) { print("higher") }

#registerRoute { print("without a context") }
#registerRoute { context in print("with a context: \(context.param as? String ?? "nothing")") }
#registerRoute(func: Home.register)

enum Home {
  static func register() { print("by name") }

  #registerRoute {
    print("in a type")
  }
}

@main
struct App {
  static func main() {
    Rhea.trigger(event: .registerRoute)
    Rhea.trigger(event: .registerRoute, param: "again")
    for callback in Rhea.callbacks(for: .registerRoute) {
      print(callback.priority, callback.isRepeatable)
    }
  }
}
