import Testing

@testable import CompilerIndex
