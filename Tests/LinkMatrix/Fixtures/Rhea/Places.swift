import RheaTime

func function() {
  // expected-error: cannot be declared inside a function
  #load { print(1) }
}

struct Properties {
  var accessor: Int {
    get {
      // expected-error: cannot be declared inside a function
      #rhea(time: "x") { _ in }
      return 0
    }
  }

  // Macros cannot see that they are in a getter whose 'get' is left out.
  var computed: Int {
    // expected-error: attribute 'section' can only be used in a non-local scope
    #load { print(1) }
    return 0
  }
}

struct Box<Element> {
  // expected-error: cannot be declared inside 'Box', which is generic
  #load { print(1) }
}

extension Box {
  // expected-error: static stored properties not supported in generic types
  #load { print(1) }
}

protocol Shelf {
  // expected-error: cannot be declared in a protocol
  #load { print(1) }
}

extension Shelf {
  // expected-error: static stored properties not supported in protocol extensions
  #load { print(1) }
}

class Home {
  static func prepare() {}
  var name = ""

  // expected-error: 'Self' cannot be in a declaration in a class
  #load { Self.prepare() }
  // expected-error: cannot find 'self' in scope
  #load { print(self.name) }
  // expected-error: instance member 'name' cannot be used on type 'Home'
  #load { print(name) }
}

extension Home {
  // Macros cannot see that an extension is one of a class.
  // expected-error: covariant 'Self' type cannot be referenced from a stored property initializer
  #load { Self.prepare() }
}

actor Account {
  static let event: RheaEvent = "event"
  // expected-error: 'Self' cannot be in a declaration in an actor
  #rhea(time: Self.event) {}
}

// Macros can see of these what they are.
extension Array {
  // expected-error@3: in an extension of 'Array', which is generic or a protocol
  #load { print(1) }
}
extension Swift.Set {
  // expected-error@3: in an extension of 'Swift.Set', which is generic or a protocol
  #load { print(1) }
}
extension Array where Element: Equatable {
  // expected-error@3: in an extension of 'Array', which is generic or a protocol
  #load { print(1) }
}
extension Box where Element: Equatable {
  // expected-error@3: in an extension of 'Box', which is generic or a protocol
  #load { print(1) }
}
extension Sequence {
  // expected-error@3: in an extension of 'Sequence', which is generic or a protocol
  #load { print(1) }
}

// Extensions of one type alone can hold records.
extension Array<Int> {
  #load { print(1) }
}
extension Dictionary where Key == Int, Value == Int {
  #load { print(1) }
}
extension [String] {
  #load { print(1) }
}
extension Int? {
  #load { print(1) }
}
