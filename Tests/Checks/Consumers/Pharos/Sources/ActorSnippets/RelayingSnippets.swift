import Paper
import Pharos

// What the document shows of relays of relays; see `Snippets.swift`.

enum MappingValue {
  actor MyClass {
    @Observable var text: String?

    func observeText() {
      $text.map { $0?.count ?? 0 }
        .whenDidSet { changes in
          print("notified by Main Relay")
          print("changes now is Int with value \(changes.new)")
        }
    }
  }
}

enum MappingArray {
  actor MyClass {
    @Observable var array: [String] = []

    func observeText() {
      $array.compactMap { $0.count }
        .whenDidSet { changes in
          print("notified by Main Relay")
          print("changes now is [Int]")
          print(changes.new as [Int])
        }
    }
  }
}

enum RelayedValue {
  actor MyClass {
    @Observable var text: String?
    @Observable var count: Int = 0
    @Observable var empty: Bool = true

    func observeText() {
      $text.map { $0?.count ?? 0 }
        .relayValue(to: $count)
        .map { $0 == 0 }
        .relayUniqueValue(to: $empty)
    }
  }
}

enum RelayedToLabel {
  actor MyClass {
    var label: UILabel = UILabel()
    @Observable var text: String?

    func observeText() {
      $text.relayValue(to: label.bearerRelays.text)
    }
  }
}

enum MergingRelay {
  actor MyClass {
    @Observable var userName: String = ""
    @Observable var fullName: String = ""
    @Observable var password: String = ""
    @Observable var user: User = User()

    func observeText() {
      mergeRelays($userName, $fullName, $password)
        .whenDidSet { changes in
          print("userName: \(changes.new.0)")
          print("fullName: \(changes.new.1)")
          print("password: \(changes.new.2)")
        }.map {
          User(
            userName: $0.new.0,
            fullName: $0.new.1,
            password: $0.new.2
          )
        }.relayValue(to: $user)
    }
  }
}

/// What an observer most often does, and the document does not show: it changes
/// the object that it belongs to.
enum CapturingSelf {
  actor MyClass {
    @Observable var text: String?
    var history: [String] = []

    func observeText() {
      // The compiler does not understand `[unowned self]` of an actor here.
      $text.whenDidSet(invoke: self) { actor, changes in
        actor.history.append(changes.new ?? "nothing")
      }
    }
  }
}
