package zonda.model;

/// A tag of a host, item, trigger or event; the value may be empty.
public record Tag(String tag, String value) {}
