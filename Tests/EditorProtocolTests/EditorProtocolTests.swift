import Testing

@testable import EditorProtocol
