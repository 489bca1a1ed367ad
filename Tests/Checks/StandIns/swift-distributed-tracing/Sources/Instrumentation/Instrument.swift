public import ServiceContextModule

public protocol Extractor: Sendable {
  associatedtype Carrier: Sendable
  func extract(key: String, from carrier: Carrier) -> String?
}

public protocol Injector: Sendable {
  associatedtype Carrier: Sendable
  func inject(_ value: String, forKey key: String, into carrier: inout Carrier)
}

public protocol Instrument: Sendable {
  func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
  ) where Extract.Carrier == Carrier

  func inject<Carrier, Inject: Injector>(
    _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
  ) where Inject.Carrier == Carrier
}

public enum InstrumentationSystem {
  /// Nothing: tests hand over their tracers.
  public static func bootstrap(_ instrument: any Instrument) {}
}
