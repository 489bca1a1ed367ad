import SectionRegistry

// expected-error: cannot convert value of type 'Int' to closure result type 'String'
#record("text", key: "type", as: String.self) { 5 }

// expected-error: generic parameter 'Value' could not be inferred
#record("text", key: "no type") { nil }

struct Shop {
  let name = "shop"

  // expected-error: instance member 'name' cannot be used on type 'Shop'
  #record("text", key: "member", as: String.self) { name }

  // expected-error: cannot find 'self' in scope
  #record("text", key: "self", as: String.self) { self.name }
}

func function() {
  let local = "local"
  enum Inner {
    // expected-error: enum declaration cannot close over value 'local'
    #record("text", key: "local", as: String.self) { local }
  }
}
