import SectionRegistry

func function() {
  // expected-error: cannot be declared inside a function
  #record("text", key: "function", as: String.self) { "" }
}

struct Properties {
  var accessor: Int {
    get {
      // expected-error: cannot be declared inside a function
      #record("text", key: "accessor", as: String.self) { "" }
      return 0
    }
  }

  // Macros cannot see that they are in a getter whose 'get' is left out.
  var computed: Int {
    // expected-error: can only be used in a non-local scope
    #record("text", key: "computed", as: String.self) { "" }
    return 0
  }

  init() {
    // expected-error: cannot be declared inside a function
    #record("text", key: "initializer", as: String.self) { "" }
  }
}

let closure: @Sendable () -> Void = {
  // expected-error: cannot be declared inside a function
  #record("text", key: "closure", as: String.self) { "" }
}

struct Box<Element> {
  // expected-error: cannot be declared inside 'Box', which is generic
  #record("text", key: "generic", as: String.self) { "" }

  enum Inner {
    // expected-error: cannot be declared inside 'Box', which is generic
    #record("text", key: "nested", as: String.self) { "" }
  }
}

extension Box {
  // expected-error: static stored properties not supported in generic types
  #record("text", key: "extension", as: String.self) { "" }
}

protocol Shelf {
  // expected-error: cannot be declared in a protocol
  #record("text", key: "protocol", as: String.self) { "" }
}

extension Shelf {
  // expected-error: static stored properties not supported in protocol extensions
  #record("text", key: "protocol extension", as: String.self) { "" }
}
