import Foundation
import ModularityTestSupport
import Pharos
import Testing

/// The examples of the documentation do what it says of them.
///
/// They are quoted from there; `print` is a note in a log.
@MainActor @Suite struct ArticleTests {
  private let log = Log()

  // MARK: The landing page

  private final class Cart {
    @Relayed var prices: [Int] = []
    @Relayed var isMember = false
  }

  private final class Receipt {
    @Relayed var total = 0
  }

  @Test func `The program on the landing page prints its documented output`() {
    let cart = Cart()
    let receipt = Receipt()

    mergeRelays(cart.$prices, cart.$isMember)
      .map { prices, isMember in prices.reduce(0, +) * (isMember ? 90 : 100) / 100 }
      .relayUniqueValue(to: receipt.$total)

    receipt.$total.whenDidSet { changes in
      log.note("\(changes.old) -> \(changes.new)")
    }

    cart.prices.append(200)
    #expect(log.take() == ["0 -> 200"])
    cart.isMember = true
    #expect(log.take() == ["200 -> 180"])
    transaction {
      cart.prices.append(100)
      cart.isMember = false
    }
    #expect(log.take() == ["180 -> 300"])
    cart.prices.swapAt(0, 1)
    #expect(log.take() == [])
  }

  // MARK: Observing properties

  private class Profile {
    @Relayed var name = ""
    @Relayed var names: [String] = []
    var shown: [String] = []

    func nameDidChange(_ changes: Changes<String>) { shown.append(changes.new) }

    func show(_ name: String) { shown.append(name) }

    func observe() {
      $name.whenDidSet { changes in
        self.show(changes.new)
      }.invokeRelayWithCurrentValue()
    }

    func observeMethod() {
      $name.whenDidSet(invoke: self, method: Profile.nameDidChange)
    }

    func observeWeakly() {
      $name.whenDidSet { [weak self] changes in self?.show(changes.new) }
    }

    func addNames() {
      _names.modify { names in
        names.append("Grace")
        names.append("Ada")
        names.sort()
      }
    }
  }

  @Test func `Observers are notified in the documented order`() {
    let profile = Profile()
    profile.$name.whenDidSet { changes in log.note("first") }
      .addDidSet { changes in log.note("second") }
      .addDidSet { changes in log.note("third") }
    profile.$name.addDidSet { log.note("fourth") }
    profile.name = "Ada"
    #expect(log.lines == ["first", "second", "third", "fourth"])
  }

  @Test func `An observer shows the first name, too`() {
    let profile = Profile()
    profile.name = "Ada"
    profile.observe()
    #expect(profile.shown == ["Ada"])
    profile.$name.discard()
  }

  @Test func `A profile that observes itself by a method or weakly is released`() {
    weak var first: Profile?
    weak var second: Profile?
    do {
      let profiles = (Profile(), Profile())
      (first, second) = profiles
      profiles.0.observeMethod()
      profiles.1.observeWeakly()
      profiles.0.name = "Ada"
      profiles.1.name = "Grace"
      #expect(profiles.0.shown + profiles.1.shown == ["Ada", "Grace"])
    }
    #expect(first == nil)
    #expect(second == nil)
  }

  @Test func `A modification of many steps is one change`() {
    let profile = Profile()
    profile.$names.whenDidSet { log.note("\($0.new)") }
    profile.addNames()
    #expect(log.lines == [#"["Ada", "Grace"]"#])
  }

  // MARK: Relaying and mapping

  private final class Thermometer {
    @Relayed var celsius = 0
  }

  private final class Label: RelayBearing {
    var text: String?
  }

  @Test func `Two thermometers that relay to each other agree`() {
    let (one, other) = (Thermometer(), Thermometer())
    one.$celsius.relayUniqueValue(to: other.$celsius)
    other.$celsius.relayUniqueValue(to: one.$celsius)
    one.celsius = 20
    #expect(other.celsius == 20)
    other.celsius = 21
    #expect(one.celsius == 21)
  }

  @Test func `A property that cannot be observed is written by its name or its key path`() {
    let observable = Observable<String?>(wrappedValue: nil)
    let (named, keyed) = (Label(), Label())
    observable.projectedValue.relayValue(to: named.bearerRelays.text)
    observable.projectedValue.relayValue(to: BearerRelay(keyed, \.text))
    observable.wrappedValue = "a"
    #expect(named.text == "a")
    #expect(keyed.text == "a")
  }

  @Test func `An array of arrays is mapped by its elements on request`() {
    let observable = Observable(wrappedValue: [[1], [2, 3]])
    let counts: ValueRelay<[Int]> = observable.projectedValue.listMap { $0.count }
    #expect(counts.currentValue == [1, 2])
  }

  // MARK: Merging without glitches

  @Test func `A number and its double are delivered in one call`() {
    let number = Observable(wrappedValue: 0)
    let doubled = number.projectedValue.map { $0 * 2 }
    mergeRelays(number.projectedValue, doubled).whenDidSet { log.note(arrow($0)) }
    number.wrappedValue = 4
    #expect(log.lines == ["(0, 0)->(4, 8)"])
  }

  // MARK: Bonding both ways

  private final class Slider {
    private(set) var position = 0.0
    var onMove: ((Double) -> Void)?

    func show(_ position: Double) { self.position = position }

    func move(to position: Double) {
      self.position = position
      onMove?(position)
    }
  }

  private final class SliderRelay: AssociativeTwoWayRelay<Double> {
    init(_ slider: Slider) {
      super.init(slider, currentValue: slider.position)
      slider.onMove = { [weak self] in self?.apply(value: $0) }
      addDidSet { [weak slider] changes in slider?.show(changes.new) }
    }
  }

  @Test func `A custom relay bonds a slider`() {
    let slider = Slider()
    let relay = SliderRelay(slider)
    let volume = Observable(wrappedValue: 0.5)
    volume.projectedValue.bondAndApply(to: relay)
    #expect(slider.position == 0.5)
    slider.move(to: 0.75)
    #expect(volume.wrappedValue == 0.75)
    volume.wrappedValue = 0.25
    #expect(slider.position == 0.25)
  }

  private final class Mixer {
    @Relayed var volume = 0
  }

  @Test func `An observer corrects both sides of a bond`() {
    let mixer = Mixer()
    let panel = Mixer()
    mixer.$volume.bonding(with: panel.$volume)
    mixer.$volume.whenDidSet { [weak mixer] changes in
      if changes.new > 10 { mixer?.volume = 10 }
    }
    panel.volume = 11
    #expect(mixer.volume == 10)
    #expect(panel.volume == 10)
  }

  // MARK: Coming from Pharos

  @Test func `Equal values are ignored, except by hand`() {
    let number = Observable(wrappedValue: 1)
    number.projectedValue.whenDidSet { log.note(arrow($0)) }
      .ignore { $0.isNotChanging && !$0.invokedManually }
    number.wrappedValue = 1
    #expect(log.take() == [])
    number.invokeRelayWithCurrentValue()
    #expect(log.take() == ["1->1"])
  }

  // MARK: Sharing values between threads

  @Test func `A value relayed to a shared relay reaches its observers`() {
    let shared = SharedRelay("")
    let profile = Profile()
    shared.whenDidSet { changes in profile.show(changes.new) }
    profile.$name.whenDidSet { [shared] in shared.set($0.new) }
    profile.name = "Ada"
    #expect(profile.shown == ["Ada"])
    profile.$name.discard()
  }
}
