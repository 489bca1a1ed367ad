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

// Macros can see of these what they are.
extension Array {
  // expected-error@3: in an extension of 'Array', which is generic or a protocol
  #record("text", key: "generic 0", as: String.self) { "" }
}
extension Swift.Set {
  // expected-error@3: in an extension of 'Swift.Set', which is generic or a protocol
  #record("text", key: "generic 1", as: String.self) { "" }
}
extension Array where Element: Equatable {
  // expected-error@3: in an extension of 'Array', which is generic or a protocol
  #record("text", key: "generic 2", as: String.self) { "" }
}
extension Box where Element: Equatable {
  // expected-error@3: in an extension of 'Box', which is generic or a protocol
  #record("text", key: "generic 3", as: String.self) { "" }
}
extension Sequence {
  // expected-error@3: in an extension of 'Sequence', which is generic or a protocol
  #record("text", key: "generic 4", as: String.self) { "" }
}

// Extensions of one type alone can hold records.
extension Array<Int> {
  #record("text", key: "one type 0", as: String.self) { "" }
}
extension Dictionary where Key == Int, Value == Int {
  #record("text", key: "one type 1", as: String.self) { "" }
}
extension [String] {
  #record("text", key: "one type 2", as: String.self) { "" }
}
extension Int? {
  #record("text", key: "one type 3", as: String.self) { "" }
}
