import Paper
import Pharos

// What the document of the original shows, in actors: the same text, with `actor`
// in the place of `class`, and what an actor needs otherwise says so.

enum BasicUsage {
  actor MyClass {
    @Observable var text: String?

    func observeText() {
      $text.whenDidSet { changes in
        print(changes.new)
        print(changes.old)
      }
    }
  }
}

enum UniqueSet {
  actor MyClass {
    @Observable var text: String?

    func observeText() {
      $text.whenDidUniqueSet { changes in
        print(changes.new)
        print(changes.old)
      }
    }
  }
}

enum InvokedMethod {
  actor MyClass {
    @Observable var text: String?

    func observeText() {
      // A method of an actor cannot be passed on without its actor.
      $text.whenDidSet(invoke: self) { $0.textDidChange($1) }
    }

    func textDidChange(_ changes: Changes<String?>) {
      print(changes.new)
      print(changes.old)
    }
  }
}

enum InvokedRelay {
  actor MyClass {
    @Observable var text: String?

    func observeText() {
      $text.whenDidSet { changes in
        print(changes.new)
        print(changes.old)
      }.invokeRelayWithCurrentValue()
    }
  }
}

enum ReplacedObserver {
  actor MyClass {
    @Observable var text: String?

    func observeText() {
      $text.whenDidSet { changes in
        print("first closure")
      }.whenDidSet { changes in
        print("will replace first closure")
      }
    }
  }
}

enum AddedObservers {
  actor MyClass {
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
}

enum NextRelays {
  actor MyClass {
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
}

enum UsingRetainer {
  actor MyClass {
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
}

enum CustomGetterAndSetter {
  actor MyClass {
    var button: UIButton = .init()
    @Observable var title: String?

    func observeText() {
      // The document leaves out the colon after `set`, and `self`.
      _title.mutator {
        self.button.title(for: .normal)
      } set: {
        self.button.setTitle($0, for: .normal)
      }
      $title.whenDidSet { changes in
        print(changes.new)
        print(changes.old)
      }.invokeRelayWithCurrentValue()
    }
  }
}

enum BondableRelaying {
  actor MyClass {
    var textField: UITextField = .init()
    @Observable var text: String?

    func observeText() {
      $text.bonding(with: textField.bondableRelays.text)
        .whenDidSet { changes in
          print(changes.new)
          print(changes.old)
        }
    }
  }
}

enum BondingAtOnce {
  actor MyClass {
    var textField: UITextField = .init()
    @Observable var text: String?

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
}

enum StoredRelay {
  actor MyClass {
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
}

enum RelayedToButton {
  actor MyClass {
    var button: UIButton = .init()
    // The document leaves out the first value, which a class without `init` needs.
    @Observable var buttonState: UIControl.State = .normal

    func relayStateToButton() {
      $buttonState.relayValue(to: button.relays.state)
    }
  }
}

enum RetainedToSource {
  actor MyClass {
    var button: UIButton = .init()

    func observeRelay() {
      button.relays.state
        .retainToSource()
        .whenDidSet { changes in
          print(changes.new)
          print(changes.old)
        }
    }
  }
}

enum IgnoringSet {
  actor MyClass {
    @Observable var text: String?

    func observeText() {
      $text.whenDidSet { changes in
        print(changes.new)
        print(changes.old)
      }.ignore { $0.new?.isEmpty ?? true }
    }
  }
}

enum DelayingMultipleSet {
  actor MyClass {
    @Observable var text: String?

    func observeText() {
      $text.whenDidUniqueSet { changes in
        print(changes.new)
        print(changes.old)
      }.multipleSetDelayed(by: 1)
    }
  }
}

enum AddingDispatchQueue {
  actor MyClass {
    @Observable var text: String?

    func observeText() {
      $text.whenDidUniqueSet { changes in
        print(changes.new)
        print(changes.old)
      }.observe(on: .main)
    }
  }
}

enum SyncWhenInSameThread {
  actor MyClass {
    @Observable var text: String?

    func observeText() {
      $text.whenDidUniqueSet { changes in
        print(changes.new)
        print(changes.old)
      }.observe(on: .main)
        .syncWhenInSameThread()
    }
  }
}
