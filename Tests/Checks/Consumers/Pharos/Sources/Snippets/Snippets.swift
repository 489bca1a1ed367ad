import Paper
import Pharos

// What the document of the original shows, one namespace for each of its classes.
// What cannot be compiled as it is there says so.

enum BasicUsage {
  class MyClass {
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
  class MyClass {
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
  class MyClass {
    @Observable var text: String?

    func observeText() {
      $text.whenDidSet(invoke: self, method: MyClass.textDidChange)
    }

    func textDidChange(_ changes: Changes<String?>) {
      print(changes.new)
      print(changes.old)
    }
  }
}

enum InvokedRelay {
  class MyClass {
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
  class MyClass {
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
  class MyClass {
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
  class MyClass {
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
  class MyClass {
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
  class MyClass {
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
  class MyClass {
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
  class MyClass {
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
  class MyClass {
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
  class MyClass {
    var button: UIButton = .init()
    // The document leaves out the first value, which a class without `init` needs.
    @Observable var buttonState: UIControl.State = .normal

    func relayStateToButton() {
      $buttonState.relayValue(to: button.relays.state)
    }
  }
}

enum RetainedToSource {
  class MyClass {
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
  class MyClass {
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
  class MyClass {
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
  class MyClass {
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
  class MyClass {
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
