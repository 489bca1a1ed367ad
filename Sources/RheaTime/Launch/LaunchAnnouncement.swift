extension __RheaRecord {
  /// Tells that an image has been initialised.
  ///
  /// - Warning: The macros of RheaTime write calls of this into code that runs
  ///   before `main`. Do not call it directly.
  ///
  /// - Parameter code: Code of the image, by which it is recognised.
  public static func imageIsReady(_ code: @convention(c) () -> Void) {
    let address = unsafe UInt(bitPattern: unsafeBitCast(code, to: UnsafeRawPointer.self))
    LaunchMoments.process.imageIsReady(codeAt: address)
  }
}
