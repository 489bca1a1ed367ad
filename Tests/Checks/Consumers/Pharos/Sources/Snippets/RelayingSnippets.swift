import Paper
import Pharos

// What the document shows of relays of relays; see `Snippets.swift`.

enum MappingValue {
  class MyClass {
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
  class MyClass {
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
  class MyClass {
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
  class MyClass {
    var label: UILabel = UILabel()
    @Observable var text: String?

    func observeText() {
      $text.relayValue(to: label.bearerRelays.text)
    }
  }
}

enum MergingRelay {
  class MyClass {
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
  class MyClass {
    @Observable var text: String?
    var history: [String] = []

    func observeText() {
      $text.whenDidSet { [unowned self] changes in
        history.append(changes.new ?? "nothing")
      }
    }
  }
}
