import Testing

/// The snippets of the original's document do what its text says.
@Suite(.serialized) struct SnippetTests {
  /// What is printed while a body runs.
  private func output(_ body: () -> Void) -> [String] {
    unsafe printed = []
    body()
    return unsafe printed
  }

  @Test func `A property is observed`() {
    let object = BasicUsage()
    object.observeText()
    #expect(output { object.text = "a" } == ["a", "nil"])
    #expect(output { object.text = "a" } == ["a", "a"])
  }

  @Test func `Setting an equal value is left out`() {
    let object = UniqueSet()
    object.observeText()
    #expect(output { object.text = "a" } == ["a", "nil"])
    #expect(output { object.text = "a" } == [])
  }

  @Test func `A method is called, and its object not kept`() {
    var object: InvokedMethod? = InvokedMethod()
    weak let gone = object
    object?.observeText()
    #expect(output { object?.text = "a" } == ["a", "nil"])
    object = nil
    #expect(gone == nil)
  }

  @Test func `An observer runs with the value that there is`() {
    let object = Invoked()
    object.text = "a"
    #expect(output { object.observeText() } == ["a", "a"])
  }

  @Test func `A relay has one observer`() {
    let object = Replaced()
    object.observeText()
    #expect(output { object.text = "a" } == ["will replace first closure"])
  }

  @Test func `Relays come after one another`() {
    let linear = ["notified by Observable", "notified by Main Relay", "notified by Previous Relay"]
    let branched = [
      "notified by Main Relay", "notified by Main Relay Too", "notified by Previous Relay",
    ]
    let added = (MultipleObservers(), MultipleObservers())
    added.0.observeTextLinearly()
    added.1.addRelayToMainRelay()
    #expect(output { added.0.text = "a" } == linear)
    #expect(output { added.1.text = "a" } == branched)
    let explicit = (ExplicitRelays(), ExplicitRelays())
    explicit.0.observeTextLinearly()
    explicit.1.addRelayToMainRelay()
    #expect(output { explicit.0.text = "a" } == linear)
    #expect(output { explicit.1.text = "a" } == branched)
  }

  @Test func `A retainer discards`() {
    let object = Retained()
    object.observeText()
    #expect(output { object.text = "a" } == ["a", "nil"])
    object.discardManually()
    #expect(output { object.text = "b" } == [])
    object.observeText()
    object.discardByCreateNewRetainer()
    #expect(output { object.text = "c" } == [])
  }

  @Test func `A value is kept elsewhere`() {
    let object = Mutated()
    object.button.setTitle("first")
    #expect(output { object.observeText() } == ["first", "first"])
    #expect(output { object.title = "second" } == ["second", "first"])
    #expect(object.button.title(for: .normal) == "second")
    #expect(object.title == "second")
  }

  @Test func `A property and a field follow each other`() {
    let object = Bonded()
    object.observeText()
    #expect(output { object.text = "a" } == ["a", "nil"])
    #expect(object.textField.text == "a")
    #expect(output { object.textField.text = "b" } == ["b", "a"])
    #expect(object.text == "b")

    let applying = Bonded()
    applying.text = "a"
    #expect(output { applying.applyToField() } == [])
    #expect(applying.textField.text == "a")

    let mapping = Bonded()
    mapping.textField.text = "a"
    #expect(output { mapping.mapFromField() } == [])
    #expect(mapping.text == "a")
  }

  @Test func `The relay of a field is observed like a property`() {
    let field = UITextField()
    let object = StoredRelay(textField: field)
    object.observeRelay()
    #expect(output { field.text = "a" } == ["a", "nil"])
  }

  @Test func `A state is relayed to a button, and observed there`() {
    let object = ButtonState()
    object.relayStateToButton()
    object.observeRelay()
    #expect(output { object.buttonState = .highlighted } == ["highlighted", "normal"])
    #expect(object.button.state == .highlighted)
  }

  @Test func `Some values are ignored`() {
    let object = Ignored()
    object.observeText()
    #expect(output { object.text = "" } == [])
    #expect(output { object.text = "a" } == ["a", ""])
  }

  @Test func `Values that come too fast wait`() {
    let object = Delayed()
    object.observeText()
    let told = output {
      object.text = "a"
      object.text = "b"
    }
    #expect(told == ["a", "nil"])
  }

  @MainActor @Test func `On the main actor an observer of the main queue is called at once`() {
    let object = Queued()
    object.observeText()
    #expect(output { object.text = "a" } == ["a", "nil"])
  }

  @Test func `Values are mapped`() {
    let object = Mapped()
    object.observeText()
    object.observeArray()
    #expect(
      output { object.text = "abc" } == [
        "notified by Main Relay", "changes now is Int with value 3",
      ])
    #expect(
      output { object.array = ["a", "bc"] } == [
        "notified by Main Relay", "changes now is [Int]", "[1, 2]",
      ])
  }

  @Test func `Values are relayed to other properties`() {
    let object = RelayedOn()
    object.observeText()
    object.text = "abc"
    #expect(object.count == 3)
    #expect(object.empty == false)
    let labelled = RelayedToLabel()
    labelled.observeText()
    labelled.text = "shown"
    #expect(labelled.label.text == "shown")
  }

  @Test func `Several properties are observed as one`() {
    let object = Merged()
    object.observeText()
    #expect(
      output { object.fullName = "Ada Lovelace" } == [
        "userName: ", "fullName: Ada Lovelace", "password: ",
      ])
    object.userName = "ada"
    #expect(object.user == User(userName: "ada", fullName: "Ada Lovelace"))
  }
}
