public struct ServiceContext: Sendable {
  @TaskLocal public static var current: ServiceContext?

  private var values: [ObjectIdentifier: any Sendable] = [:]

  public static var topLevel: ServiceContext { ServiceContext() }

  public subscript<Key: ServiceContextKey>(_ key: Key.Type) -> Key.Value? {
    get { values[ObjectIdentifier(key)] as? Key.Value }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

public protocol ServiceContextKey: Sendable {
  associatedtype Value: Sendable
}
