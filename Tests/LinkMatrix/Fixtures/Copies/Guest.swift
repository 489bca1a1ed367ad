import SectionRegistry

#record("text", key: "guest", as: String.self) { "from the guest" }

/// Prints what this image's copy of the toolkit sees.
@_cdecl("reportAsGuest") public func reportAsGuest() {
  print("guest sees")
  report()
}
