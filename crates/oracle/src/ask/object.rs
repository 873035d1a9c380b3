//! Types written as JSON objects are read from objects only.
//!
//! The readers that serde derives also take a list of the values of the fields, in their order and
//! without their names. No schema allows that, and no format here mentions it.

/// Implements `Deserialize` for types that are read from JSON objects alone; each comes with the
/// text of its error. They derive it with `#[serde(remote = "Self")]`: a function beside the trait,
/// called here. Code that reads such a type names the trait (`<_ as Deserialize>::deserialize`).
macro_rules! read_from_objects {
    ($($name:ident: $expected:literal),+) => { $(
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Object;

                impl<'de> serde::de::Visitor<'de> for Object {
                    type Value = $name;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($expected)
                    }

                    fn visit_map<A>(self, map: A) -> Result<$name, A::Error>
                    where
                        A: serde::de::MapAccess<'de>,
                    {
                        $name::deserialize(serde::de::value::MapAccessDeserializer::new(map))
                    }
                }

                deserializer.deserialize_map(Object)
            }
        }
    )+ };
}

/// Implements `Serialize`, and `Deserialize` by `read_from_objects`, for types.
macro_rules! objects {
    ($($name:ident),+) => { $(
        crate::ask::read_from_objects!($name: "an object");

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $name::serialize(self, serializer)
            }
        }
    )+ };
}

pub(crate) use {objects, read_from_objects};
