import Paper
import Pharos

// The snippets at work. An `async` function in each class, because the same file
// is compiled with actors in the place of classes.

extension BasicUsage.MyClass {
  func show() async {
    observeText()
    text = "a"
    text = "a"
  }
}

extension UniqueSet.MyClass {
  func show() async {
    observeText()
    text = "a"
    text = "a"
  }
}

extension InvokedMethod.MyClass {
  func show() async {
    observeText()
    text = "a"
  }
}

extension InvokedRelay.MyClass {
  func show() async {
    text = "a"
    observeText()
  }
}

extension ReplacedObserver.MyClass {
  func show() async {
    observeText()
    text = "a"
  }
}

extension AddedObservers.MyClass {
  func show() async {
    observeTextLinearly()
    text = "a"
  }

  func showBranches() async {
    addRelayToMainRelay()
    text = "a"
  }
}

extension NextRelays.MyClass {
  func show() async {
    observeTextLinearly()
    text = "a"
  }

  func showBranches() async {
    addRelayToMainRelay()
    text = "a"
  }
}

extension UsingRetainer.MyClass {
  func show() async {
    observeText()
    text = "a"
    discardManually()
    text = "b"
    observeText()
    discardByCreateNewRetainer()
    text = "c"
  }
}

extension CustomGetterAndSetter.MyClass {
  func show() async {
    button.setTitle("first", for: .normal)
    observeText()
    title = "second"
    print("the button shows \(button.title(for: .normal) ?? "nothing")")
  }
}

extension BondableRelaying.MyClass {
  func show() async {
    observeText()
    text = "a"
    print("the field shows \(textField.text ?? "nothing")")
    textField.text = "b"
    print("the text is \(text ?? "nothing")")
  }
}

extension BondingAtOnce.MyClass {
  func show() async {
    text = "a"
    applyToField()
    print("the field shows \(textField.text ?? "nothing")")
  }

  func showMapping() async {
    textField.text = "b"
    mapFromField()
    print("the text is \(text ?? "nothing")")
  }
}

extension StoredRelay.MyClass {
  func show() async {
    observeRelay()
    relay.apply(value: "a")
  }
}

extension RelayedToButton.MyClass {
  func show() async {
    relayStateToButton()
    buttonState = .highlighted
    print("the button is \(button.state)")
  }
}

extension RetainedToSource.MyClass {
  func show() async {
    observeRelay()
    button.isHighlighted = true
  }
}

extension IgnoringSet.MyClass {
  func show() async {
    observeText()
    text = ""
    text = "a"
  }
}

extension DelayingMultipleSet.MyClass {
  func show() async throws {
    observeText()
    for next in ["a", "b", "c"] { text = next }
    try await printed(4)
  }
}

extension AddingDispatchQueue.MyClass {
  func show() async throws {
    observeText()
    text = "a"
    try await printed(2)
  }
}

extension SyncWhenInSameThread.MyClass {
  func show() async throws {
    observeText()
    text = "a"
    try await printed(2)
  }
}

extension MappingValue.MyClass {
  func show() async {
    observeText()
    text = "abc"
  }
}

extension MappingArray.MyClass {
  func show() async {
    observeText()
    array = ["a", "bc"]
  }
}

extension RelayedValue.MyClass {
  func show() async {
    observeText()
    text = "abc"
    print("\(count), empty: \(empty)")
    text = ""
    print("\(count), empty: \(empty)")
  }
}

extension RelayedToLabel.MyClass {
  func show() async {
    observeText()
    text = "a"
    print("the label shows \(label.text ?? "nothing")")
  }
}

extension MergingRelay.MyClass {
  func show() async {
    observeText()
    fullName = "Ada Lovelace"
    print("the user is \(user.fullName)")
  }
}

extension CapturingSelf.MyClass {
  func show() async {
    observeText()
    text = "a"
    text = "b"
    print(history)
  }
}

public func showDocument() async throws {
  heading("Basic usage")
  await BasicUsage.MyClass().show()
  heading("Ignoring equal values")
  await UniqueSet.MyClass().show()
  heading("A method")
  await InvokedMethod.MyClass().show()
  heading("The current value")
  await InvokedRelay.MyClass().show()
  heading("Multiple observers")
  await ReplacedObserver.MyClass().show()
  await AddedObservers.MyClass().show()
  await AddedObservers.MyClass().showBranches()
  heading("Next relays")
  await NextRelays.MyClass().show()
  await NextRelays.MyClass().showBranches()
  heading("Using Retainer")
  await UsingRetainer.MyClass().show()
  heading("Custom getter and setter")
  await CustomGetterAndSetter.MyClass().show()
  heading("Bondable relays")
  await BondableRelaying.MyClass().show()
  await BondingAtOnce.MyClass().show()
  await BondingAtOnce.MyClass().showMapping()
  await StoredRelay.MyClass(textField: UITextField()).show()
  await RelayedToButton.MyClass().show()
  await RetainedToSource.MyClass().show()
  heading("Ignoring set")
  await IgnoringSet.MyClass().show()
  heading("Delaying multiple set")
  try await DelayingMultipleSet.MyClass().show()
  heading("Add DispatchQueue")
  try await AddingDispatchQueue.MyClass().show()
  heading("Sync when in the same thread")
  try await SyncWhenInSameThread.MyClass().show()
  heading("Mapping value")
  await MappingValue.MyClass().show()
  await MappingArray.MyClass().show()
  heading("Relay value to another Observable")
  await RelayedValue.MyClass().show()
  await RelayedToLabel.MyClass().show()
  heading("Merging relay")
  await MergingRelay.MyClass().show()
  heading("Capturing self")
  await CapturingSelf.MyClass().show()
}
