//! `learned unpack FILE FOLDER` writes every input of a file of `fuzz/learned` to a file of its
//! own, as libFuzzer wants them; `learned pack FOLDER FILE` does the opposite.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use arimaa_oracle_fuzz::learned::{read_inputs, write_inputs};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["unpack", file, folder] => unpack(Path::new(file), Path::new(folder)),
        ["pack", folder, file] => pack(Path::new(folder), Path::new(file)),
        _ => Err("usage: learned unpack FILE FOLDER, or learned pack FOLDER FILE".into()),
    }
}

fn unpack(file: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    for (number, input) in read_inputs(&fs::read_to_string(file)?)?.iter().enumerate() {
        fs::write(folder.join(format!("learned-{number}")), input)?;
    }
    Ok(())
}

fn pack(folder: &Path, file: &Path) -> Result<(), Box<dyn Error>> {
    let inputs = fs::read_dir(folder)?.map(|entry| fs::read(entry?.path()));
    let inputs = inputs.collect::<Result<Vec<Vec<u8>>, _>>()?;
    Ok(fs::write(file, write_inputs(inputs))?)
}
