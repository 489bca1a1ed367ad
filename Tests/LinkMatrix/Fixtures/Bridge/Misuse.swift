import Bridge
import Foundation

// Wires that cannot be.

extension RheaEvent { static let userDidLogin: RheaEvent = "userDidLogin" }
extension TypedRheaEvent<Int> { static var count: Self { Self("count") } }
extension RelayKey<Int> { static var cartCount: Self { Self("cartCount") } }
extension RelayKey<String> { static var state: Self { Self("state") } }
let name = "name"

// Ends that are missing.

// expected-error: the argument 'to' is missing
#bridge(on: .userDidLogin)
// expected-error: missing argument for parameter 'on'
#bridge(run: "RefreshFeed")
// expected-error: missing argument for parameter 'with'
#bridge(join: .userDidLogin)

// Names.

// expected-error: a task has a name, by which the wire finds it
#bridge(on: .userDidLogin, run: "")
// expected-error: a task has a name, by which the wire finds it
#bridge(on: .userDidLogin, run: "RefreshFeed", "")
// expected-error: 'run' must be a string literal, because it is read when the program is compiled
#bridge(on: .userDidLogin, run: name)
// expected-error: 'run' must be a string literal without interpolation
#bridge(on: .userDidLogin, run: "\(name)")
// expected-error: a task has a name, by which the wire finds it
#bridge(on: .task(""), to: .event(.userDidLogin))
// expected-error: 'task' must be a string literal
#bridge(on: .task(name, .succeeded), to: .event(.userDidLogin))
// expected-error: an event needs a name
#bridge(on: "", run: "RefreshFeed")
// expected-error: an event needs a name
#bridge(on: .userDidLogin, to: .event(""))
// Of a source that is none the compiler thinks that it is an event.
// expected-error: cannot infer contextual base in reference to member 'finished'
#bridge(on: .task("Sync", .finished), to: .event(.userDidLogin))
// expected-error: cannot infer contextual base in reference to member 'userDidLogon'
#bridge(on: .event(.userDidLogon), run: "RefreshFeed")

// URLs and patterns.

// expected-error: a wire calls a URL such as 'kl://feed/reload'. Braces contain the name of a value
#bridge(on: .userDidLogin, call: "")
// expected-error: a wire calls a URL
#bridge(on: .userDidLogin, call: "kl://feed/{")
// expected-error: a wire calls a URL
#bridge(on: .userDidLogin, call: "kl://feed/}")
// expected-error: a wire calls a URL
#bridge(on: .userDidLogin, call: "kl://feed/{}")
// expected-error: a wire calls a URL
#bridge(on: .userDidLogin, call: "kl://feed/{a{b}}")
// expected-error: a wire calls a URL
#bridge(on: .userDidLogin, to: .call("kl://the feed"))
// expected-error: 'call' must be a string literal
#bridge(on: .userDidLogin, call: name)
// expected-error: the route pattern
#bridge(on: .call("kl://feed/{id"), to: .event(.userDidLogin))
// expected-error: 'call' must be a string literal
#bridge(on: .call(name), to: .event(.userDidLogin))

// Types that do not fit.

// expected-error@37: '.relay(.state)' takes values of another type than '.relay(.cartCount)' carries; convert them with 'map: { … }'
#bridge(on: .relay(.cartCount), to: .relay(.state))
// expected-error@37: '.relay(.state)' takes values of another type than '.relay(.cartCount)' carries
#bridge(on: .relay(.cartCount), to: .relay(.state), where: { $0 > 0 })
// expected-error@33: '.event(.count)' takes values of another type than '.relay(.state)' carries
#bridge(on: .relay(.state), to: .event(.count))
// expected-error@25: '.relay(.state)' takes values of another type than '.count' carries
#bridge(on: .count, to: .relay(.state))
// expected-error@32: '.relay(.state)' takes values of another type than '.userDidLogin' carries
#bridge(on: .userDidLogin, to: .relay(.state))
// expected-error@42: '.relay(.state)' takes values of another type than '.call("kl://feed/{id}")' carries
#bridge(on: .call("kl://feed/{id}"), to: .relay(.state))
// expected-error@53: write it inside the parentheses, after 'where:' or 'map:'
#bridge(on: .relay(.cartCount), to: .relay(.state)) { $0 > 0 }
// expected-error: cannot convert value of type 'Int' to closure result type 'String'
#bridge(on: .relay(.cartCount), to: .relay(.state), map: { $0 + 1 })
// expected-error: cannot convert value of type 'String' to expected argument type 'Int'
#bridge(on: .relay(.state), run: "SaveCart", where: { $0 > 0 })
// expected-error: type 'TaskEvent' has no member 'userDidLogin'
#bridge(join: .userDidLogin, with: .userDidLogin)
// expected-error: cannot find 'missing' in scope
#bridge(on: .userDidLogin, to: .relay(.state), map: { _ in missing() })

class Home {
  var title = ""
  // expected-error: instance member 'title' cannot be used on type 'Home'
  #bridge(on: .userDidLogin, to: .relay(.state), map: { _ in title })
}

class Store {
  static func state() -> String { "" }
  // expected-error: 'Self' cannot be in a declaration in a class
  #bridge(on: .userDidLogin, to: .relay(.state), map: { _ in Self.state() })
}

// Places.

func function() {
  // expected-error: a record cannot be declared inside a function
  #bridge(on: .userDidLogin, run: "RefreshFeed")
}

struct Box<Element> {
  // expected-error: cannot be declared inside 'Box', which is generic
  #bridge(on: .userDidLogin, run: "RefreshFeed")
}

protocol Refreshing {}
extension Refreshing {
  // expected-error: static stored properties not supported in protocol extensions
  #bridge(on: .userDidLogin, run: "RefreshFeed")
}
