/// All that the modules of an app declare, as one picture.
public struct ModuleGraph: Sendable {
  /// Makes a picture of nothing.
  public init() {}
}
