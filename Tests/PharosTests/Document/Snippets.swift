import Dispatch
import Pharos

// What the document of the original shows, as it is there; only what cannot be
// parsed is written otherwise, and says so.

/// Where the document prints, so that a test can read it.
nonisolated(unsafe) var printed: [String] = []

func print<Value>(_ value: Value?) {
  unsafe printed.append(value.map { "\($0)" } ?? "nil")
}

func print<Value>(_ value: Value) {
  unsafe printed.append("\(value)")
}

// Stand-ins for the classes of UIKit.

final class UITextField: RelayBearing {
  @Relayed var text: String?
}

final class UILabel: RelayBearing {
  var text: String?
}

final class UIControl {
  enum State { case normal, highlighted }
}

final class UIButton: RelayBearing {
  @Relayed var state = UIControl.State.normal
  private var title: String?

  func title(for state: UIControl.State) -> String? { title }

  func setTitle(_ title: String?) { self.title = title }
}

struct User: Equatable {
  var userName = ""
  var fullName = ""
  var password = ""
}

class BasicUsage {
  @Observable var text: String?

  func observeText() {
    $text.whenDidSet { changes in
      print(changes.new)
      print(changes.old)
    }
  }
}

class UniqueSet {
  @Observable var text: String?

  func observeText() {
    $text.whenDidUniqueSet { changes in
      print(changes.new)
      print(changes.old)
    }
  }
}

class InvokedMethod {
  @Observable var text: String?

  func observeText() {
    $text.whenDidSet(invoke: self, method: InvokedMethod.textDidChange)
  }

  func textDidChange(_ changes: Changes<String?>) {
    print(changes.new)
    print(changes.old)
  }
}

class Invoked {
  @Observable var text: String?

  func observeText() {
    $text.whenDidSet { changes in
      print(changes.new)
      print(changes.old)
    }.invokeRelayWithCurrentValue()
  }
}

class Replaced {
  @Observable var text: String?

  func observeText() {
    $text.whenDidSet { changes in
      print("first closure")
    }.whenDidSet { changes in
      print("will replace first closure")
    }
  }
}

class MultipleObservers {
  @Observable var text: String?

  func observeTextLinearly() {
    $text.whenDidSet { changes in
      print("notified by Observable")
    }.addDidSet { changes in
      print("notified by Main Relay")
    }.addDidSet { changes in
      print("notified by Previous Relay")
    }
  }

  func addRelayToMainRelay() {
    $text.addDidSet {
      print("notified by Main Relay")
    }
    $text.addDidSet {
      print("notified by Main Relay Too")
    }.addDidSet { changes in
      print("notified by Previous Relay")
    }
  }
}

class ExplicitRelays {
  @Observable var text: String?

  func observeTextLinearly() {
    $text.whenDidSet { changes in
      print("notified by Observable")
    }.nextRelay().whenDidSet { changes in
      print("notified by Main Relay")
    }.nextRelay().whenDidSet { changes in
      print("notified by Previous Relay")
    }
  }

  func addRelayToMainRelay() {
    $text.nextRelay().whenDidSet {
      print("notified by Main Relay")
    }
    $text.nextRelay().whenDidSet {
      print("notified by Main Relay Too")
    }.nextRelay().whenDidSet { changes in
      print("notified by Previous Relay")
    }
  }
}

class Retained {
  @Observable var text: String?

  var retainer: Retainer = .init()

  func observeText() {
    $text.addDidSet { changes in
      print(changes.new)
      print(changes.old)
    }
    .referenceManaged(by: retainer)
  }

  func discardManually() {
    retainer.discardAll()
  }

  func discardByCreateNewRetainer() {
    retainer = .init()
  }

}

class Mutated {
  var button: UIButton = .init()
  @Observable var title: String?

  func observeText() {
    // The document leaves out the colon after `set`, and `self`.
    _title.mutator {
      self.button.title(for: .normal)
    } set: {
      self.button.setTitle($0)
    }
    $title.whenDidSet { changes in
      print(changes.new)
      print(changes.old)
    }.invokeRelayWithCurrentValue()
  }
}

class Bonded {
  var textField: UITextField = .init()
  @Observable var text: String?

  func observeText() {
    $text.bonding(with: textField.bondableRelays.text)
      .whenDidSet { changes in
        print(changes.new)
        print(changes.old)
      }
  }

  func applyToField() {
    $text.bondAndApply(to: textField.bondableRelays.text)
      .whenDidSet { changes in
        print(changes.new)
        print(changes.old)
      }
  }

  func mapFromField() {
    $text.bondAndMap(from: textField.bondableRelays.text)
      .whenDidSet { changes in
        print(changes.new)
        print(changes.old)
      }
  }
}

class StoredRelay {
  var relay: AssociativeTwoWayRelay<String?>

  init(textField: UITextField) {
    self.relay = textField.bondableRelays.text
  }

  func observeRelay() {
    relay.whenDidSet { changes in
      print(changes.new)
      print(changes.old)
    }
  }
}

class ButtonState {
  var button: UIButton = .init()
  // The document leaves out the first value, which a class without `init` needs.
  @Observable var buttonState: UIControl.State = .normal

  func relayStateToButton() {
    $buttonState.relayValue(to: button.relays.state)
  }

  func observeRelay() {
    button.relays.state
      .retainToSource()
      .whenDidSet { changes in
        print(changes.new)
        print(changes.old)
      }
  }
}

class Ignored {
  @Observable var text: String?

  func observeText() {
    $text.whenDidSet { changes in
      print(changes.new)
      print(changes.old)
    }.ignore { $0.new?.isEmpty ?? true }
  }
}

class Delayed {
  @Observable var text: String?

  func observeText() {
    unsafe $text.whenDidUniqueSet { changes in
      print(changes.new)
      print(changes.old)
    }.multipleSetDelayed(by: 1)
  }
}

class Queued {
  @Observable var text: String?

  func observeText() {
    unsafe $text.whenDidUniqueSet { changes in
      print(changes.new)
      print(changes.old)
    }.observe(on: .main)
      .syncWhenInSameThread()
  }
}

class Mapped {
  @Observable var text: String?
  @Observable var array: [String] = []

  func observeText() {
    $text.map { $0?.count ?? 0 }
      .whenDidSet { changes in
        print("notified by Main Relay")
        print("changes now is Int with value \(changes.new)")
      }
  }

  func observeArray() {
    $array.compactMap { $0.count }
      .whenDidSet { changes in
        print("notified by Main Relay")
        print("changes now is [Int]")
        let counts: [Int] = changes.new
        print(counts)
      }
  }
}

class RelayedOn {
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

class RelayedToLabel {
  var label: UILabel = UILabel()
  @Observable var text: String?

  func observeText() {
    $text.relayValue(to: label.bearerRelays.text)
  }
}

class Merged {
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
